// node packages/procedural-renderer/bench.ts [--quick]: one thread, in milliseconds of its processor time.
import { drawPicture } from './draw.ts'
import { planPicture } from './plan.ts'
import { STYLES } from './style.ts'

const PROMPTS = [
  'a lighthouse on a cliff at dawn, calm sea',
  'a city at night in the rain, neon lights',
  'snowy mountains above a forest, full moon',
  'a desert with two camels, hot noon',
  'a portrait of an old sailor, warm light',
]
const SIZE = 512
const isQuick = process.argv.includes('--quick')
const prompts = isQuick ? PROMPTS.slice(0, 1) : PROMPTS

function milliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number

const draw = (prompt: string, style: (typeof STYLES)[number]) =>
  milliseconds(() => drawPicture({ prompt, negativePrompt: '', style, seed: 7, size: SIZE }))

// The first drawings are slow, because the code is not compiled yet.
for (const style of STYLES) draw(PROMPTS[0] as string, style)

const READINGS = isQuick ? 500 : 5000
const reading = milliseconds(() => {
  for (let n = 0; n < READINGS; n++) planPicture(PROMPTS[n % PROMPTS.length] as string, 'blurry, people')
})
console.log(`read a prompt ${(reading / READINGS).toFixed(3)} ms`)
console.log(`draw ${SIZE} x ${SIZE}, median and slowest of ${prompts.length} prompts`)
const all: number[] = []
for (const style of STYLES) {
  const times = prompts.map((prompt) => draw(prompt, style))
  all.push(...times)
  console.log(
    `  ${style.padEnd(18)} ${medianOf(times).toFixed(0).padStart(6)} ms ${Math.max(...times)
      .toFixed(0)
      .padStart(6)} ms`,
  )
}
console.log(
  `  ${'all'.padEnd(18)} ${medianOf(all).toFixed(0).padStart(6)} ms ${Math.max(...all)
    .toFixed(0)
    .padStart(6)} ms`,
)
