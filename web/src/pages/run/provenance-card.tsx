import { type RunPlan, type RunSummary, noticesOf } from '../../../../src/core/run/run.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { decimal, quantity } from '../../../../src/reporters/number-format.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Card } from '../../components/card.tsx'
import { KnownEvidence } from './run-notes.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useWords } from '../../words/language.tsx'
import { Sentences } from '../../components/sentences.tsx'

/** The run's dataset, code, agent, judges, thresholds, and the command to repeat it. */
export function ProvenanceCard({ detail: { run, command, prompt } }: { readonly detail: RunDetail }) {
  const { words } = useWords()
  const { summary, plan } = run
  const notes = summary === undefined ? [] : noticesOf(summary)
  return (
    <Card title={words.run.details}>
      <Facts facts={useOriginFacts(run, prompt)} least={13} />
      {summary !== undefined && <KnownEvidence summary={summary} />}
      <MeasuredBy plan={plan} summaries={summary?.metrics ?? []} />
      {command !== undefined && <CommandLine label={words.provenance.command} text={command} />}
      <Sentences of={notes} label={words.run.notes} className="soft" />
    </Card>
  )
}

/** Data, code, agent, judges and rules of a run by their names. */
export function useOriginFacts(run: RunDetail['run'], prompt: RunDetail['prompt']): readonly Fact[] {
  const { plan, summary, durationMs } = run
  const { words } = useWords()
  const { dateTime, duration } = useFormats()
  const { dataset, target, environment, user } = plan
  const texts = words.provenance
  const dollars = summary?.cost.judge?.dollars
  return [
    [words.runs.dataset, dataset.name ?? dataset.id, dataset.path],
    [texts.content, shortHash(dataset.sha256), dataset.sha256],
    [texts.cases, fill(texts.caseCount, { count: dataset.cases, repeat: plan.repeat })],
    [words.runs.target, target.name],
    [texts.models, target.models?.join(', ')],
    [texts.prompt, shortHash(prompt), prompt],
    [texts.user, user?.model],
    [texts.environment, environment?.model ?? environment?.file],
    [texts.gate, plan.failOn.join(', ')],
    [words.run.version, plan.version],
    [texts.commit, plan.commit?.slice(0, 12), plan.commit],
    fileFact(texts.config, plan.config),
    fileFact(texts.criteria, plan.criteria),
    [words.run.seed, String(plan.seed)],
    [texts.began, dateTime(plan.createdAt)],
    [words.runs.time, durationMs === undefined ? undefined : duration(durationMs)],
    [words.runs.cost, dollars === undefined ? undefined : `$${quantity(dollars)}`],
    [words.runs.run, plan.runId],
  ]
}

type ProvenanceCardMeasure = { readonly plan: RunPlan; readonly summaries: RunSummary['metrics'] }

function MeasuredBy({ plan: { metrics }, summaries }: ProvenanceCardMeasure) {
  const { words } = useWords()
  const texts = words.provenance
  return (
    <PlainTable
      title={texts.measured}
      heads={[words.run.metric, texts.threshold, words.runs.judge, texts.instruction, texts.options]}
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
