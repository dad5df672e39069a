import { formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { PageOptions } from '../html/links.ts'
import type { Activity } from '../model/activity.ts'
import { describe } from './card.ts'

const KINDS: Readonly<Record<Activity['kind'], string>> = {
  present: 'Before the start',
  new: 'New',
  again: 'Changed',
  deleted: 'Deleted',
}

/** `New: analyst in w1: risk.v1, open, valid`. */
export const describeActivity = ({ kind, file }: Activity): string => `${KINDS[kind]}: ${describe(file)}`

/** Who wrote what, the newest first. */
export const showActivities = (activities: readonly Activity[], { links, now }: PageOptions): Html | false =>
  activities.length > 0 &&
  html`<section class="activity" data-key="activity" aria-label="Activity">
    <h2>Activity</h2>
    <ol>
      ${activities.map(({ kind, file, time }) => {
        const text = describe(file)
        return html`<li data-key="activity ${time.getTime()} ${file.path}">
          ${formatTime(time, now)} ${KINDS[kind]}:
          ${kind === 'deleted' ? text : html`<a href="${links.artifact(file.path)}">${text}</a>`}
        </li>`
      })}
    </ol>
  </section>`
