import { z } from 'zod'
import { type Evidence, type Metric, message } from '../../core/index.ts'

type WorkspaceChecksOptions = { readonly threshold?: number }

const name = 'workspace_checks'

const WorkspaceChecksOutcome = z.object({
  checks: z.array(z.object({ command: z.string(), exitCode: z.number().optional(), output: z.string() })),
  diff: z.string(),
})

/** Scores the share of check commands that exit with 0 in the agent's workspace; its changes are the evidence. */
export function workspaceChecks({ threshold = 1 }: WorkspaceChecksOptions = {}): Metric {
  return {
    name,
    score(evalCase, { invocations }) {
      const told = WorkspaceChecksOutcome.safeParse(invocations.at(-1)?.metadata?.['workspace'])
      const checks = told.data?.checks ?? []
      if (told.data === undefined || checks.length === 0) {
        const reason = message('The case has no check of a workspace')
        return { status: 'not-evaluated', metric: name, reason, informational: true }
      }
      const failed = checks.filter(({ exitCode }) => exitCode !== 0)
      const value = (checks.length - failed.length) / checks.length
      const [first] = failed
      return {
        status: 'scored',
        metric: name,
        value,
        threshold,
        passed: value >= threshold,
        ...(first !== undefined && { reason: whyFailed(first) }),
        evidence: evidenceOf(told.data),
      }
    },
  }
}

type WorkspaceChecksOutcome = z.infer<typeof WorkspaceChecksOutcome>

function whyFailed({ command, exitCode, output }: WorkspaceChecksOutcome['checks'][number]) {
  const values = { command, exitCode: exitCode ?? '', output: output.trim().slice(-500) }
  return exitCode === undefined
    ? message('{command} took too long: {output}', values)
    : message('{command} ended with {exitCode}: {output}', values)
}

function evidenceOf({ checks, diff }: WorkspaceChecksOutcome): Evidence[] {
  const rows = checks.map(({ command, exitCode, output }) => ({
    subject: command,
    label: exitCode === undefined ? 'too late' : `exit ${exitCode}`,
    value: exitCode === 0 ? 1 : 0,
    reason: output.slice(-4000),
  }))
  return [{ kind: 'verdicts', rows }, ...(diff === '' ? [] : [{ kind: 'texts' as const, actual: diff }])]
}
