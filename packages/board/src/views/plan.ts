import { pluralize } from '@workbench/contracts/internal'
import { plannedWaves } from '@workbench/workspace'

import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { columnsOf, show, showMembers, showMore, showNotes, showRows } from '../parts/show.ts'
import { showWaveProgress } from '../parts/wave-progress.ts'
import type { View, ViewContext } from './view.ts'

/** A plan: each wave with its progress, and its tasks with their states. */
export const planView: View = {
  title: ['goal'],
  members: {
    waves: (waves, context) =>
      html`${waves.items.map((wave, index) => showWave(wave, index, context))} ${showMore(waves)}`,
  },
  summarize: (plan) => {
    const waves = plannedWaves(plan.value)
    const tasks = waves.flatMap((wave) => wave.tasks).length
    return { outcome: `${pluralize(waves.length, 'wave')}, ${pluralize(tasks, 'task')}` }
  },
}

function showWave(wave: ArtifactValue, index: number, { file, links, progress }: ViewContext): Html {
  if (wave.names.length === 0) return html`<p>${show(wave)}</p>`
  const [id, tasks] = [wave.at('id'), wave.at('tasks')]
  const state = progress?.waves.find((other) => other.id === id.text)
  const stateOf = (task: ArtifactValue) =>
    state?.tasks.find((other) => other.id === task.at('id').text)?.state
  const others = wave.names.filter((name) => !['id', 'tasks'].includes(name))
  return html`<section id="${links.part(file.path, `wave-${index + 1}`)}">
    <h3>Wave ${show(id)}</h3>
    ${showNotes(wave)} ${progress && state && showWaveProgress(state, progress.waves, links)}
    ${showRows('Tasks', tasks, { ...(state && { State: stateOf }), ...columnsOf(tasks) })} ${showNotes(tasks)}
    ${showMembers(wave, others)}
  </section>`
}
