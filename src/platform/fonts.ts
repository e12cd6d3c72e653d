import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Returns font files next to a package's code, because @embedpdf exports none of its fonts by path. */
const besideCode = (main: string, ...files: string[]) => files.map((file) => join(dirname(main), '../fonts', file))

export const ROBOTO = {
  regular: require.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf'),
}

/** Fonts of printed documents. They come with our packages, so the machine's fonts do not matter. */
export const PRINT_FONT_FILES: string[] = [
  ROBOTO.regular,
  require.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-armenian/700Bold/NotoSansArmenian_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf'),
  ...besideCode(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'),
  ...besideCode(require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'),
  ...besideCode(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'),
  ...besideCode(require.resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'),
  ...besideCode(require.resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'),
]

const HAN = { chinese: 'Noto Sans S Chinese', japanese: 'Noto Sans Japanese', korean: 'Noto Sans Korean' }
const LATER = [
  'Noto Naskh Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Armenian',
  'Noto Sans Thai',
  'Noto Emoji',
]

/**
 * Returns font families in the order in which to look for a letter. Chinese, Japanese, and Korean share characters but
 * write them differently; kana and hangul tell which language it is.
 */
export function printFontsFor(text: string): string[] {
  const { chinese, japanese, korean } = HAN
  const han = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? [japanese, chinese, korean]
    : /\p{sc=Hangul}/u.test(text)
      ? [korean, chinese, japanese]
      : [chinese, japanese, korean]
  return ['Roboto', ...han, ...LATER]
}
