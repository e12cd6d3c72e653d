import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import * as t from '../../text/operation.ts'
import type { Task } from '../contract.ts'
import { ageWords, taskName, taskWords } from '../messages.ts'

/** Lists the jobs in the queue, by task. */
export function TaskList({ tasks, readAt }: { tasks: Task[]; readAt: string }) {
  return (
    <Rows empty={t.emptyQueue()}>
      {tasks.map((task) => (
        <Row
          key={task.task}
          title={taskName(task.task)}
          tags={task.failed > 0 && <Badge tone="bad">{t.failedCount({ failed: task.failed })}</Badge>}
        >
          <p>{taskWords(task)}</p>
          {task.oldestDueAt && <p>{t.oldestDueFor({ age: ageWords(task.oldestDueAt, readAt) })}</p>}
          <p>
            <code>{task.task}</code>
          </p>
        </Row>
      ))}
    </Rows>
  )
}
