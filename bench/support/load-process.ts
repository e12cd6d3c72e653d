import { fork } from 'node:child_process'

type Said<Result> = { begun: true } | { result: Result }

/**
 * Runs a load in its own process, so that it does not measure itself. The file calls `answerLoad`.
 * @param onBegin called when the load is connected and warm
 */
export function runLoad<Task extends object, Result>(file: string, task: Task, onBegin?: () => void): Promise<Result> {
  const child = fork(file, { serialization: 'advanced' })
  const stopChild = () => child.kill()
  process.once('exit', stopChild)
  return new Promise<Result>((done, fail) => {
    child.on('message', (message: Said<Result>) => ('begun' in message ? onBegin?.() : done(message.result)))
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`The load ${file} ended with code ${code}.`)))
    child.send(task)
  }).finally(() => {
    process.off('exit', stopChild)
    child.kill()
  })
}

/** Runs one task on the other side and returns its result. */
export function answerLoad<Task, Result>(work: (task: Task, begin: () => void) => Promise<Result>): void {
  const say = (message: Said<Result>) => process.send?.(message)
  process.once('message', async (task) => {
    const result = await work(task as Task, () => say({ begun: true }))
    say({ result })
  })
}
