import type { Style } from '../../studio/limits-domain.ts'

/** What a style adds to a prompt, and what it tells the model to avoid, for models that read words. */
const WORDS: Record<Style, { adds: string; avoids: string }> = {
  Cinematic: {
    adds: 'cinematic film still, dramatic lighting, shallow depth of field, 35mm film, color grading',
    avoids: 'drawing, cartoon, flat lighting',
  },
  Anime: { adds: 'anime key visual, clean line art, cel shading, vibrant colors', avoids: 'photograph, 3d render' },
  'Anime XL': {
    adds: 'detailed anime illustration, painted background, soft rim light, crisp line art, rich color',
    avoids: 'photograph, 3d render, sketch',
  },
  'Anime XL+': {
    adds: 'premium anime film frame, intricate background art, volumetric light, expressive composition, ultra detailed',
    avoids: 'photograph, 3d render, sketch, monochrome',
  },
  'Cinematic XL': {
    adds: 'epic widescreen movie scene, anamorphic lens, volumetric light, atmospheric haze, highly detailed',
    avoids: 'drawing, cartoon, flat lighting, snapshot',
  },
  Fur: {
    adds: 'thick soft fur texture, every strand visible, plush surface, studio macro, warm light',
    avoids: 'smooth plastic, bald, wet',
  },
  Furtoon: {
    adds: 'cute furry cartoon, fluffy rounded shapes, big friendly forms, playful colors, animated film style',
    avoids: 'photograph, gore, scary',
  },
  'Hardcore XL': {
    adds: 'intense abstract art, extreme contrast, jagged geometric shards, black, white and acid red, industrial punk energy',
    avoids: 'people, faces, bodies, nudity, sexual content, gore, soft pastel',
  },
  Hyperanime: {
    adds: 'hyper-stylized anime, speed lines, neon glow, extreme perspective, saturated colors, dynamic action',
    avoids: 'photograph, dull colors, static composition',
  },
  Hyperreal: {
    adds: 'hyperrealistic, lifelike textures, natural light, fine surface detail, sharp focus',
    avoids: 'drawing, painting, cartoon, blurry',
  },
  'Hyperreal XL+': {
    adds: 'ultra hyperrealistic, macro-level detail, physically accurate light, subsurface scattering, 8k textures',
    avoids: 'drawing, painting, cartoon, blurry, noise',
  },
  'Illustration XL+': {
    adds: 'editorial illustration, confident brush strokes, gouache and ink, limited palette, fine paper texture',
    avoids: 'photograph, 3d render, text',
  },
  'K-Pop': {
    adds: 'K-pop album art, glossy pastel and neon palette, bold graphic shapes, glitter, studio pop lighting',
    avoids: 'dull colors, grunge, text',
  },
  'Photo XL+': {
    adds: 'professional photograph, full-frame camera, 50mm lens, natural color, crisp detail, soft daylight',
    avoids: 'drawing, painting, cartoon, 3d render',
  },
  'Render XL+': {
    adds: 'high-end 3d render, global illumination, ray traced reflections, clean materials, studio backdrop',
    avoids: 'photograph, sketch, flat shading',
  },
}

/**
 * Removes text from a person's words that servers would take for commands: `<lora:…>` and similar tags load files, and
 * stable-diffusion.cpp obeys the content of `<sd_cpp_extra_args>`.
 */
export const withoutCommands = (prompt: string): string =>
  prompt
    .replace(/<sd_cpp_extra_args>.*?<\/sd_cpp_extra_args>/gis, ' ')
    .replace(/<[a-z_]+:[^<>]*>/gi, ' ')
    // Nested tags leave these behind.
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')

/** Builds the prompt and the negative prompt for a model. */
export function wordsFor(request: { prompt: string; negativePrompt: string; style: Style }) {
  const { adds, avoids } = WORDS[request.style]
  return {
    prompt: joined(withoutCommands(request.prompt), adds),
    negativePrompt: joined(withoutCommands(request.negativePrompt), avoids),
  }
}
