import { pluralize } from '@workbench/contracts/internal'
import { plannedWaves } from '@workbench/workspace'

import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showWaveProgress } from '../parts/progress.ts'
import { columnsOf, show, showMembers, showMore, showNotes, showRows } from '../parts/show.ts'
import { progressOf, type WaveProgress } from '../progress/progress.ts'
import type { View, ViewContext } from './view.ts'

/** A plan: each wave with its progress, and its tasks with their states. */
export const planView: View = {
  title: ['goal'],
  members: {
    waves: (waves, context) => {
      const progress = progressOf(context.file, context.files).waves
      const shown = waves.items.map((wave, index) => showWave(wave, index, progress, context))
      return html`${shown} ${showMore(waves)}`
    },
  },
  summarize: (plan) => {
    const waves = plannedWaves(plan.value)
    const tasks = waves.flatMap((wave) => wave.tasks).length
    return { outcome: `${pluralize(waves.length, 'wave')}, ${pluralize(tasks, 'task')}` }
  },
}

function showWave(
  wave: ArtifactValue,
  index: number,
  progress: readonly WaveProgress[],
  { file, links }: ViewContext,
): Html {
  if (wave.names.length === 0) return html`<p>${show(wave)}</p>`
  const [id, tasks] = [wave.at('id'), wave.at('tasks')]
  const state = progress.find((other) => other.id === id.text)
  const stateOf = (task: ArtifactValue) =>
    state?.tasks.find((other) => other.id === task.at('id').text)?.state
  const others = wave.names.filter((name) => !['id', 'tasks'].includes(name))
  return html`<section id="${links.part(file.path, `wave-${index + 1}`)}">
    <h3>Wave ${show(id)}</h3>
    ${showNotes(wave)} ${state && showWaveProgress(state, progress, links)}
    ${showRows('Tasks', tasks, { ...(state && { State: stateOf }), ...columnsOf(tasks) })} ${showNotes(tasks)}
    ${showMembers(wave, others)}
  </section>`
}
