import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { badge, show, showMembers } from '../parts/show.ts'
import type { View, ViewContext } from './view.ts'

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
