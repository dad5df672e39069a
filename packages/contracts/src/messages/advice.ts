import type { Advice, ContractAdvice, Correction } from '../corrections/correction.ts'
import { didYouMeanSuffix, formatList, quote, truncate } from '../violations/messages.ts'

/** What to do, as the end of a sentence; empty if that is unknown. */
export const adviceSuffix = ({ advice, suggestion }: Correction): string =>
  advice ? phraseOf(advice) : didYouMeanSuffix(suggestion)

function phraseOf(advice: Advice): string {
  switch (advice.kind) {
    case 'none':
      return ''
    case 'delete-optional':
      return '; delete this member, it is optional'
    case 'move-members-up':
      return '; its members belong one level higher'
    case 'move-up':
      return '; it belongs one level higher'
    case 'move-into':
      return `; it belongs in ${quote(advice.member)}`
    case 'write-json':
      return `; write the JSON itself in place of the string, with ${
        'duplicate' in advice
          ? `${quote(advice.duplicate)} only once`
          : `${truncate(advice.literal)} as it is`
      }`
  }
}

/** What an artifact has to do with other contracts than the one it is validated against. */
export function describeContractAdvice(advice: ContractAdvice): string {
  switch (advice.kind) {
    case 'declared':
      return `this artifact is ${withArticle(advice.id)}: validate it against ${advice.id}, or write ${withArticle(advice.validatedAgainst)}`
    case 'members-of':
      return `the members of this artifact are those of ${withArticle(advice.id)}: set "schema" to "${advice.id}"`
    case 'versions':
      return `the known ${advice.ids.length === 1 ? 'version is' : 'versions are'} ${formatList(advice.ids, 'and')}`
  }
}

export const withArticle = (id: string): string => `${/^[aeiou]/.test(id) ? 'an' : 'a'} ${id}`
