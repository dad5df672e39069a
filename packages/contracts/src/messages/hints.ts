import { formatJson, quote, truncate } from '@workbench/json-text'
import type { ContractHint, Correction, Hint } from '../failures/correction.ts'
import { didYouMeanSuffix, formatList } from './describe-value.ts'

/** What to do, as the end of a sentence; empty if that is unknown. */
export const hintSuffix = ({ hint, suggestion }: Correction): string =>
  hint ? phraseOf(hint) : didYouMeanSuffix(suggestion)

function phraseOf(hint: Hint): string {
  switch (hint.kind) {
    case 'none':
      return ''
    case 'delete-optional':
      return '; delete this member, it is optional'
    case 'move-members-up':
      return '; its members belong one level higher'
    case 'move-up':
      return '; it belongs one level higher'
    case 'move-into':
      return `; it belongs in ${quote(hint.member)}`
    case 'decimal-comma':
      return `; it has a decimal comma, write ${formatJson(hint.number)}`
    case 'write-json':
      return `; write the JSON itself in place of the string, with ${
        'duplicate' in hint ? `${quote(hint.duplicate)} only once` : `${truncate(hint.literal)} as it is`
      }`
  }
}

/** What an artifact has to do with other contracts than the one it is validated against. */
export function describeContractHint(hint: ContractHint): string {
  switch (hint.kind) {
    case 'declared':
      return `this artifact is ${withArticle(hint.id)}: validate it against ${hint.id}, or write ${withArticle(hint.validatedAgainst)}`
    case 'members-of':
      return `the members of this artifact are those of ${withArticle(hint.id)}: set "schema" to "${hint.id}"`
    case 'versions':
      return `the known ${hint.ids.length === 1 ? 'version is' : 'versions are'} ${formatList(hint.ids, 'and')}`
  }
}

export const withArticle = (id: string): string => `${/^[aeiou]/.test(id) ? 'an' : 'a'} ${id}`
