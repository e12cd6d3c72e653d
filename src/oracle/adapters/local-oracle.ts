import { escapeMarkdown, seenText } from '../conversation/answer-domain.ts'
import { LOCAL_LABEL } from '../conversation/domain.ts'
import type { ChatEngine, Question } from '../conversation/ports.ts'
import { type Language, languageOf, searchedWords } from '../document/term-domain.ts'
import type { Passage } from '../retrieval/domain.ts'

type Words = {
  found: string
  closest: string
  nothing: string
  looked(words: string): string
  page: string
  unread(names: string): string
  unseen(names: string): string
  reading(names: string): string
  noFiles: string
  noModel: string
  otherWords: string
}

const WORDS: Record<Language, Words> = {
  en: {
    found: 'From your files:',
    closest: 'I did not find an answer in your files. These passages come closest:',
    nothing: 'I did not find anything about that in your files.',
    looked: (words) => `I searched for: ${words}.`,
    page: 'page',
    unread: (names) => `I couldn't read any text in ${names}.`,
    unseen: (names) => `I can't see pictures, so I skipped ${names}.`,
    reading: (names) => `I am still reading ${names}. Please ask again in a moment.`,
    noFiles: 'I have no files to search yet. Add a PDF, Word, or text file, then ask again.',
    noModel: 'No AI model is connected, so I can only quote your files.',
    otherWords: 'Try different words.',
  },
  es: {
    found: 'En sus archivos:',
    closest: 'No encontré una respuesta en sus archivos. Estos pasajes son los más cercanos:',
    nothing: 'No encontré nada sobre eso en sus archivos.',
    looked: (words) => `Busqué: ${words}.`,
    page: 'página',
    unread: (names) => `No pude leer ningún texto en ${names}.`,
    unseen: (names) => `No puedo ver imágenes, así que omití ${names}.`,
    reading: (names) => `Todavía estoy leyendo ${names}. Pregunte de nuevo en un momento.`,
    noFiles: 'Todavía no tengo archivos para buscar. Agregue un archivo PDF, de Word o de texto y vuelva a preguntar.',
    noModel: 'No hay ningún modelo de IA conectado, así que solo puedo citar sus archivos.',
    otherWords: 'Pruebe con otras palabras.',
  },
}

/**
 * Answers without a model: only with quotes from the person's own files, and without advice. If the search finds
 * nothing, the answer says so about the search, never about the files.
 */
export function createLocalOracle(): ChatEngine {
  return {
    name: 'local',
    label: LOCAL_LABEL,
    model: null,
    canSee: false,
    async *answer(question) {
      const words = WORDS[languageOf(question.text) ?? 'en']
      const { passages } = question
      const answers = passages.filter(({ isSure }) => isSure)
      if (passages.length === 0) yield nothingFound(question, words)
      else yield `${answers.length > 0 ? words.found : words.closest}\n\n`
      for (const passage of answers.length > 0 ? answers : passages)
        yield quoted(passage, passages.indexOf(passage) + 1, words)
      if (passages.length > 0 && answers.length === 0) yield `${words.noModel} ${words.otherWords}`
    },
  }
}

function quoted({ quote, name, page, heading }: Passage, number: number, words: Words): string {
  const lines = quote
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `> ${escapeMarkdown(line.trim())}`)
  const at = [seenText(name), page === null ? '' : `${words.page} ${page}`].filter((part) => part !== '').join(', ')
  const place = heading === null ? at : `${at} · ${seenText(heading)}`
  // A list stays a list: keep its line breaks.
  return `${lines.join('  \n')} [${number}]\n>\n> ${escapeMarkdown(place)}\n\n`
}

function nothingFound({ files, text, searched }: Question, words: Words): string {
  const ofState = (...states: string[]) => files.filter(({ state }) => states.includes(state)).map(({ name }) => name)
  const named = (names: string[]) => names.map((name) => escapeMarkdown(seenText(name))).join(', ')
  const unread = ofState('no_text', 'failed')
  const pictures = ofState('picture')
  const reading = ofState('reading')
  const looked = searchedWords(text)
  const parts = [
    searched > 0 ? words.nothing : '',
    searched > 0 && looked.length > 0 ? words.looked(looked.map(escapeMarkdown).join(', ')) : '',
    unread.length > 0 ? words.unread(named(unread)) : '',
    pictures.length > 0 ? words.unseen(named(pictures)) : '',
    reading.length > 0 ? words.reading(named(reading)) : '',
    searched === 0 && files.length === 0 ? words.noFiles : '',
    // Without a search, other words find nothing either.
    searched > 0 ? `${words.noModel} ${words.otherWords}` : words.noModel,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
