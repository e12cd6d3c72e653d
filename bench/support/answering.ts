import { eventsOf } from '../../test/chat.ts'
import { DONE, finished, spokenAs, startChatServer } from '../../test/fakes/chat-server.ts'
import { startProduct } from './product.ts'
import { openOracle } from './reading.ts'
import { goal, note, table } from './report.ts'
import { isQuick, quantile, sorted } from './rounds.ts'

const QUESTIONS = isQuick ? 5 : 60
const CODE = 'open-oracle'
const TEXT = 'Take five milligrams in the morning with a glass of water. Rest for an hour. Come back in six weeks.'

/** Measures from the request to the first word of an answer: by a model without latency, from files, and in a crisis. */
export async function measureAnswers(): Promise<void> {
  note('\nAnswers: from the question to the first word')
  const model = await startChatServer()
  try {
    await using modelled = await startProduct({
      ACCESS_CODE_ORACLE: CODE,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_CHAT_MODEL: 'bench',
    })
    await using quoting = await startProduct({ ACCESS_CODE_ORACLE: CODE })
    const ofModel = await openOracle(modelled, CODE)
    const ofFiles = await openOracle(quoting, CODE)
    const conversationId = await withFile(quoting.url, ofFiles)
    const heard: Record<string, number[]> = { bare: [], model: [], files: [], urgent: [] }
    for (let round = -2; round < QUESTIONS; round++) {
      for (let times = 0; times < 2; times++) model.streams(spokenAs('Five ', 'milligrams.'), finished(), DONE)
      const took = {
        bare: await bareTime(model.baseUrl),
        model: await timeTo('delta', modelled.url, ofModel, { message: 'What is the dose?' }),
        files: await timeTo('delta', quoting.url, ofFiles, {
          message: 'How many milligrams?',
          conversationId,
          parentId: null,
        }),
        urgent: await timeTo('urgent', quoting.url, ofFiles, { message: 'I want to kill myself' }),
      }
      if (round >= 0) for (const [name, ms] of Object.entries(took)) heard[name]?.push(ms)
    }
    const at = (name: string, share: number) => quantile(sorted(heard[name] ?? []), share)
    const words = {
      bare: 'the model itself, asked directly',
      model: 'an answer of the same model',
      files: 'quotes of a file',
      urgent: 'crisis message',
    }
    table(
      ['ms', 'p50', 'p95'],
      Object.entries(words).map(([name, what]) => [what, at(name, 0.5), at(name, 0.95)]),
    )
    goal(
      'first word of a model, added to its own time, p50',
      at('model', 0.5) - at('bare', 0.5),
      { atMost: 150 },
      ' ms',
    )
    goal('crisis message, p95', at('urgent', 0.95), { atMost: 50 }, ' ms')
  } finally {
    await model.close()
  }
}

async function bareTime(baseUrl: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: '{}' })
  const reader = answer.body?.getReader()
  await reader?.read()
  const took = performance.now() - from
  await reader?.cancel()
  return took
}

/** Measures until the first event of that name. It waits for the rest of the answer without counting it. */
async function timeTo(event: string, url: string, headers: Record<string, string>, form: object): Promise<number> {
  const from = performance.now()
  const answer = await fetch(`${url}/oracle/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(form),
  })
  if (answer.status !== 200) throw new Error(`POST /oracle/chat: ${answer.status} ${await answer.text()}`)
  const stream = eventsOf(answer.body)
  await stream.until(event)
  const took = performance.now() - from
  await stream.until(null)
  return took
}

/** A conversation with a file that has been read. */
async function withFile(url: string, headers: Record<string, string>): Promise<string> {
  const form = new FormData()
  form.append('file', new File([TEXT], 'letter.txt'))
  const uploaded = await fetch(`${url}/oracle/upload`, { method: 'POST', headers, body: form })
  const { file } = (await uploaded.json()) as { file: { id: string } }
  const asked = await fetch(`${url}/oracle/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Rest for how long?', files: [{ id: file.id }] }),
  })
  return ((await asked.json()) as { conversationId: string }).conversationId
}
