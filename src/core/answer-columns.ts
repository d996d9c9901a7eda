/** Columns with a recorded answer, which is scored when the run has no target. A case keeps them as metadata. */
export const answerTexts: readonly string[] = ['actual_output', 'actual_answer', 'actual_response']
/** Columns with the tool calls of a recorded answer. */
export const answerCalls: readonly string[] = [
  'tools_called',
  'actual_tools',
  'actual_tool_calls',
  'actual_tools_called',
  'called_tools',
  'actual_trajectory',
  'predicted_trajectory',
]

const all = new Set([...answerTexts, ...answerCalls].map(plainColumnName))

export function isAnswerColumn(column: string): boolean {
  return all.has(plainColumnName(column))
}

/** Names of columns are compared without case, spaces, dashes and underscores. */
export function plainColumnName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}
