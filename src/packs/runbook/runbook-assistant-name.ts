/** The target that is the runbook assistant that ships; `runbook-assistant:MODEL` is the same with a model. */
export const runbookAssistantName = 'runbook-assistant'
