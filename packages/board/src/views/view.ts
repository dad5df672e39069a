import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import type { BoardFile } from '../model/board-file.ts'
import type { Summary, Tone } from '../model/summary.ts'
import { badge, show, showMembers } from '../parts/show.ts'

/** What a view may show besides the artifact. */
export interface ViewContext {
  readonly file: BoardFile
  readonly links: Links
  /** All artifacts of the board. */
  readonly files: readonly BoardFile[]
}

/** How the artifacts of a contract are shown: a first line, and a table of the other members. */
export interface View {
  /** The members with states, which are badges in the first line. The first is the state that the artifact reports. */
  readonly badges?: readonly string[]
  /** The members that name the artifact. */
  readonly title: readonly string[]
  /** Members with numbers that the summary names, by the words for them. */
  readonly figures?: Readonly<Record<string, string>>
  /** The tones of states; `none` for the others. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** The state in which work cannot go on. */
  readonly block?: string
  /** Lists and objects that the table shows in a way of their own. The functions accept any value, also an invalid one. */
  readonly members?: Readonly<Record<string, (member: ArtifactValue, context: ViewContext) => Html>>
  /** What differs from the default summary: the title, the states and the figures. */
  readonly summarize?: (artifact: ArtifactValue) => Partial<Summary>
}

/** The first line of a view, and the table of all other members. */
export function showView(value: ArtifactValue, view: View | undefined, context: ViewContext): Html {
  const { badges = [], title = [], members = {} } = view ?? {}
  const hidden = ['schema', 'producedBy', ...badges, ...title]
  const isOwn = (name: string) => Object.hasOwn(members, name)
  const names = value.names.filter((name) => !hidden.includes(name))
  // What has a way of its own comes last, because it is long.
  const sorted = names.toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
  return html`${
    view &&
    html`<h3 class="lead">
      ${badges.map((name) => html`${badge(value.at(name))} `)}
      ${title.map((name) => html`${show(value.at(name))} `)}
    </h3>`
  }
  ${showMembers(value, sorted, (name, member) =>
    isOwn(name) && typeof member.value === 'object' ? members[name]?.(member, context) : undefined,
  )}`
}
