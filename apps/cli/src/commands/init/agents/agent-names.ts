/** The agents that `init` and `doctor` know. */
export const AGENT_NAMES = ['claude', 'codex', 'gemini', 'vscode'] as const

export type AgentName = (typeof AGENT_NAMES)[number]
