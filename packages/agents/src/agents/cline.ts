import type { HookAnswers } from '../answers.ts'

/** https://docs.cline.bot/customization/hooks */
export const answers: HookAnswers = {
  sends: (event) => 'clineVersion' in event,
  rejection: { before: cancellation, after: context, stop: cancellation },
  context,
}

function cancellation(errorMessage: string): object {
  return { cancel: true, errorMessage }
}

function context(contextModification: string): object {
  return { cancel: false, contextModification }
}
