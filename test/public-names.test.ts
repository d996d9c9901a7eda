import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

describe('the public names', () => {
  it('change only on purpose', async () => {
    const lines: string[] = []
    for (const [entry, file] of sourceEntries()) {
      const values = Object.keys((await import(`shinsa${entry.slice(1)}`)) as object).toSorted()
      lines.push(`${entry}: ${values.join(' ')}`, `${entry} (types): ${typeNames(file).join(' ')}`)
    }
    // A name is a promise: what nobody composes or implements stays inside.
    const names = lines.flatMap((line) => line.split(' ').slice(line.includes(' (types): ') ? 2 : 1))
    expect(names.filter((name) => name !== '').length).toBeLessThanOrEqual(150)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      ".: EvalError defineConfig defineMetric evaluate openJudge
      . (types): Evaluation EvaluationOptions ShinsaConfig TargetSetting
      ./core: CaseResult EvalCase EvalError HumanLabel Invocation Message RunSummary Score ToolCall message responseTextOf textOf toEnglish toolCallsOf
      ./core (types): Answer AnswerCache Conversation EvidencePiece Judge JudgeReply Metric MetricContext OpenOptions Question Reporter RunEvent RunStore SetMetric Target Transcript User UserTurn
      ./formats: openDataset openLabels openTranscripts writeDataset
      ./formats (types): OpenedDataset OpenedLabels WrittenDataset
      ./metrics: chrf citationsVerified containsText defineMetric defineRubric editSimilarity exactMatch expectedFlags explanationGroundedness explanationQuality finalResponseMatch finalState hallucinations inferenceCallCount invocationDuration jsonMatch judgePanel keyPoints regexMatch responseEvaluation responseMatch reviewToolUse rougeL rubricFinalResponseQuality rubricToolUseQuality rubricTrajectoryQuality runbookAspects runbookPanel safety strandsMetric taskSuccess tokenUsage toolCallCount toolCallF1 toolParameterMatch toolRules toolTrajectory toolUseQuality trajectoryQuality trajectoryShare userSimulatorQuality verdictMatch
      ./metrics (types): Aspect MetricFunction
      ./reporters: RunDocument terminal toCsv toJson toJunit toMarkdown toTerminalReport
      ./reporters (types): RunReport
      ./statistics: ReviewSummary agreementOf approvalPoints benjaminiHochberg benjaminiYekutieli bonferroni bootstrapMeanInterval casesForPairedMean casesForPairedRates certifyApproval clopperPearsonInterval clusteredMeanInterval cohenKappa gwetAc1 holm jeffreysInterval judgeAgreementOf mcnemarTest pairedMeanInterval passAtK passHatK summariseReview weightedKappa wilsonInterval
      ./statistics (types): ReviewRow
      ./stores: openSqliteAnswerCache openSqliteStore
      ./stores (types): 
      ./targets: commandTarget declaredMocks functionTarget httpTarget modelMadeTools readRecording recordedTarget recordedTools replayedTools simulatedUser toInvocation withRetries withTimeout
      ./targets (types): FunctionAgent FunctionContext RealTool ToolSource Tools
      ./testing: evaluation expectAgent pluginEvaluation
      ./testing (types): 
      ./testing/vitest: agentMatchers default
      ./testing/vitest (types): "
    `)
  })
})

function sourceEntries(): readonly (readonly [string, string])[] {
  return Object.entries(packageJson.exports).flatMap(([entry, conditions]) =>
    typeof conditions === 'string' ? [] : [[entry, conditions['shinsa-source']] as const],
  )
}

/** Types leave no trace at run time, so they are read from the list that the entry is. */
function typeNames(file: string): readonly string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const lists = [...text.matchAll(/export type \{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','))
  return lists
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .toSorted()
}
