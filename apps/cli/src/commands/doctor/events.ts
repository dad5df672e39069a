/** For each agent, the event that it sends after a tool has written a file. */
export const AFTER_TOOL: Readonly<
  Record<string, { name: string; of: (file: string, cwd: string) => object }>
> = {
  claude: {
    name: 'PostToolUse',
    of: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'PostToolUse', tool_name: 'Write' },
      tool_input: { file_path: file, content: '' },
      tool_response: { filePath: file, success: true },
    }),
  },
  codex: {
    name: 'PostToolUse',
    of: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'PostToolUse', tool_name: 'apply_patch' },
      tool_input: { command: `*** Begin Patch\n*** Add File: ${file}\n+{}\n*** End Patch\n` },
      tool_response: 'Success',
    }),
  },
  gemini: {
    name: 'AfterTool',
    of: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'AfterTool', tool_name: 'write_file' },
      tool_input: { file_path: file, content: '' },
      tool_response: { llmContent: 'ok' },
    }),
  },
  vscode: {
    name: 'PostToolUse',
    of: (file, cwd) => ({
      ...{ sessionId: 'doctor', cwd, hookEventName: 'PostToolUse', tool_name: 'create_file' },
      tool_input: { filePath: file, content: '' },
      tool_response: 'ok',
    }),
  },
}
