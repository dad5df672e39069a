import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Action, ModelRequest } from '../model/protocol.ts'
import type { AgentTools } from '../programs/agent.ts'
import { brokenFinding, membersOf, messagesOf, templateOf, validFinding } from './artifacts.ts'
import { AFTER_TOOL, MAIN, RESULT, type Scenario, START } from './scenario.ts'

export const showContract: Scenario = {
  name: 'contract_show',
  scripts: ({ tools, project, report }) => ({
    *[MAIN](first) {
      report.delivered('When to call contract_show', START, first, ['call contract_show once'])
      const list = yield* use(tools, first, 'contract_show', {})
      report.delivered('contract_show: the contracts', RESULT, list, ['plan.v1', 'finding.v1'])
      const shown = yield* use(tools, list, 'contract_show', { schema: 'plan.v1' })
      report.delivered('contract_show: every member of a contract', RESULT, shown, membersOf('plan.v1'))
      const unknown = yield* use(tools, shown, 'contract_show', { schema: 'plan' })
      report.delivered('contract_show: an unknown contract', RESULT, unknown, ['did you mean "plan.v1"'])
      const artifact = templateOf('plan.v1')
      const args = { schema: 'plan.v1', agent: 'planner', wave: 'w1', artifact }
      const written = yield* use(tools, unknown, 'blackboard_write', args)
      report.delivered('blackboard_write: the template of contract_show', RESULT, written, [
        'w1/planner.json',
      ])
      report.require(
        'the plan is written',
        existsSync(join(project, '.workbench/blackboard/w1/planner.json')),
      )
    },
  }),
}

export const validate: Scenario = {
  name: 'contract_validate',
  scripts: ({ tools, report }) => ({
    *[MAIN](first) {
      const broken = JSON.parse(brokenFinding) as object
      const call = (request: ModelRequest, artifact: object) =>
        use(tools, request, 'contract_validate', { schema: 'finding.v1', artifact })
      const invalid = yield* call(first, broken)
      report.delivered('contract_validate: violations', RESULT, invalid, messagesOf('finding.v1', broken))
      const valid = yield* call(invalid, JSON.parse(validFinding) as object)
      report.delivered('contract_validate: a valid artifact', RESULT, valid, ['valid'])
      const isRejected = valid.messages.some(({ text }) => /failed validation|"valid":false/.test(text))
      report.require('contract_validate accepts a valid artifact', !isRejected)
    },
  }),
}

export const writeArtifact: Scenario = {
  name: 'blackboard_write',
  scripts: ({ tools, project, report }) => ({
    *[MAIN](first) {
      const path = '.workbench/blackboard/w1/auditor.json'
      const broken = withoutHeader(brokenFinding)
      const call = (request: ModelRequest, artifact: object) =>
        use(tools, request, 'blackboard_write', {
          schema: 'finding.v1',
          agent: 'auditor',
          wave: 'w1',
          artifact,
        })
      const rejected = yield* call(first, broken)
      const violations = messagesOf('finding.v1', { schema: 'finding.v1', producedBy: 'auditor', ...broken })
      report.delivered('blackboard_write: violations', RESULT, rejected, violations)
      report.require('nothing is written', !existsSync(join(project, path)))
      const written = yield* call(rejected, withoutHeader(validFinding))
      report.delivered('blackboard_write: the path', RESULT, written, [path])
      report.require('the artifact is written', existsSync(join(project, path)))
      report.silent('An artifact of blackboard_write', AFTER_TOOL, written)
    },
  }),
}

export const writeMemory: Scenario = {
  name: 'memory_write',
  scripts: ({ tools, project, report }) => ({
    *[MAIN](first) {
      const fact = {
        agent: 'auditor',
        type: 'decision',
        scope: 'project',
        title: 'Use PostgreSQL',
        body: 'The project uses PostgreSQL.',
        confidence: 'high',
        source: 'ADR-1',
      }
      const rejected = yield* use(tools, first, 'memory_write', { ...fact, type: 'idea', source: undefined })
      report.delivered('memory_write: violations', RESULT, rejected, [
        'Required member "source" is missing',
        'received the string "idea"',
      ])
      const written = yield* use(tools, rejected, 'memory_write', fact)
      const [file = ''] = readdirSync(join(project, '.workbench/memory'))
      report.delivered('memory_write: the id of the fact', RESULT, written, [file.replace('.json', '')])
      report.require('the fact is written', /^fact-\d{17}\.json$/.test(file))
    },
  }),
}

/** Calls a tool of the plugin. If the agent has not offered it, the model searches for it first. */
function* use(
  tools: AgentTools,
  request: ModelRequest,
  name: string,
  input: object,
): Generator<Action, ModelRequest, ModelRequest> {
  const call = tools.pluginTool(name, input)
  if (tools.find && !request.tools.includes(call.tool)) yield tools.find(name)
  return yield call
}

/** The members that an agent gives to blackboard_write. */
function withoutHeader(text: string): object {
  const { schema: _schema, producedBy: _producedBy, ...members } = JSON.parse(text) as Record<string, unknown>
  return members
}
