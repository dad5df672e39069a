import type { HookAnswers } from '../answers.ts'

/** https://cursor.com/docs/agent/hooks */
export const answers: HookAnswers = {
  sends: (event) => 'workspace_roots' in event,
  // At the end, Cursor sends the message to the model as the next one of the user.
  rejection: { before: denial, after: context, stop: followUp },
  context,
}

function denial(message: string): object {
  return { permission: 'deny', user_message: message, agent_message: message }
}

function context(additional_context: string): object {
  return { additional_context }
}

function followUp(followup_message: string): object {
  return { followup_message }
}
