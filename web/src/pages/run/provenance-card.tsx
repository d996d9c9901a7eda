import { type RunPlan, type RunSummary, noticesOf } from '../../../../src/core/run/run.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Card } from '../../components/card.tsx'
import { KnownEvidence } from './run-notes.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { Sentences } from '../../components/sentences.tsx'
import { formatted, sayFirst as say } from '../../words/say.ts'

/** The run's dataset, code, agent, judges, thresholds, and the command to repeat it. */
export function ProvenanceCard({ detail: { run, command, prompt } }: { readonly detail: RunDetail }) {
  const { summary, plan } = run
  const notes = summary === undefined ? [] : noticesOf(summary)
  return (
    <Card title={say('Provenance')}>
      <Facts facts={originFacts(run, prompt)} least={13} />
      {summary !== undefined && <KnownEvidence summary={summary} />}
      <MeasuredBy plan={plan} summaries={summary?.metrics ?? []} />
      {command !== undefined && <CommandLine label={say('Command that runs the same again')} text={command} />}
      <Sentences of={notes} label={say('Notes')} className="soft" />
    </Card>
  )
}

/** Data, code, agent, judges and rules of a run by their names. */
export function originFacts(run: RunDetail['run'], prompt: RunDetail['prompt']): readonly Fact[] {
  const { plan, summary, durationMs } = run
  const { dataset, target, environment, user } = plan
  return [
    [say('Dataset'), dataset.name ?? dataset.id, dataset.path],
    [say('Content (SHA-256)'), shortHash(dataset.sha256), dataset.sha256],
    [say('Cases##number'), say('{count} {count|case|cases} × {repeat}', { count: dataset.cases, repeat: plan.repeat })],
    [say('Target'), target.name],
    [say('Models of the agent'), target.models?.join(', ')],
    [say('What the agent was told (SHA-256)'), shortHash(prompt), prompt],
    [say('Simulated user'), user?.model],
    [say('Simulated tools'), environment?.model ?? environment?.file],
    [say('Gate fails on'), plan.failOn.join(', ')],
    [say('Version'), plan.version],
    [say('Commit'), plan.commit?.slice(0, 12), plan.commit],
    fileFact(say('Config'), plan.config),
    fileFact(say('File of criteria'), plan.criteria),
    [say('Seed'), String(plan.seed)],
    [say('Began'), formatted.dateTime(plan.createdAt)],
    [say('Time'), durationMs === undefined ? undefined : formatted.duration(durationMs)],
    [say('Cost of the judge'), formatted.dollars(summary?.cost.judge?.dollars)],
    [say('Run'), plan.runId],
  ]
}

type ProvenanceCardMeasure = { readonly plan: RunPlan; readonly summaries: RunSummary['metrics'] }

function MeasuredBy({ plan: { metrics }, summaries }: ProvenanceCardMeasure) {
  return (
    <PlainTable
      title={say('Metrics, thresholds and judges')}
      heads={[say('Metric'), say('Threshold'), say('Judge'), say('Instruction of the judge'), say('Options')]}
      rows={metrics.map(({ name, threshold, judge = '–', options }) => ({
        key: name,
        cells: [
          name,
          threshold === undefined ? '–' : decimal(threshold),
          judge,
          summaries.find(({ metric }) => metric === name)?.instructions?.join(', ') ?? '–',
          optionsText(options),
        ],
      }))}
    />
  )
}

/** The threshold has a column of its own. */
function optionsText(options: RunPlan['metrics'][number]['options']): string {
  return Object.entries(options ?? {})
    .filter(([name]) => name !== 'threshold')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join(' · ')
}

function fileFact(name: string, file: RunPlan['config']): Fact {
  return [name, file && `${file.file} (${shortHash(file.sha256)})`, file?.sha256]
}

/** Enough digits to tell a project's files apart. */
function shortHash(sha256: string | undefined): string | undefined {
  return sha256?.slice(0, 12)
}
