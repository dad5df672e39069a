import type { TaskDraft } from '../../../src/domain/task.ts'

/** Each member has another value than its default. */
export const TASK_DRAFT: TaskDraft = {
  title: "A 'task'",
  description: 'With a description\n\u{1F600}',
  priority: 'HIGH',
  dueDate: '2026-02-28',
}
