/** The name of the bundled assistant as a target; `runbook-assistant:MODEL` runs it with a model. */
export const runbookAssistantName = 'runbook-assistant'
