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
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      ".: EvalError defineConfig defineMetric evaluate openJudge
      . (types): CaseResult EvalCase Evaluation EvaluationOptions FunctionAgent Invocation Metric RunSummary Score ShinsaConfig Target TargetSetting Transcript
      ./core: AddressedPassage AgentDetails AgentEvent Agreement Approval ApprovalGrid ApprovalMethod ApprovalTarget ArgumentDifference BoundingBox CachedAnswer Calibration CaseDocuments CaseResult CheckedQuote Citation Classification ConfidenceExtremes ConfidenceRule Content Cost DocumentReview Ending Estimate EvalCase EvalError Evidence EvidenceStatus Failure GateResult HumanLabel HumanRating Invocation InvocationScore JsonObject JudgeCost JudgeReply JudgeSample JudgeTrust Judged JudgedRecalibration KnowledgeBase McpServer Measurement Message MetricSummary ModelCost NamedRow Override PageText Part Persona PersonaBehavior Polarity Rating Recalibration ReliabilityBin RepeatSummary Review ReviewCase ReviewRowCounts ReviewSource ReviewStep ReviewSummary ReviewTask ReviewTools ReviewVerdict ReviewWarning ReviewedDocument RiskCoverage Rubric Run RunPlan RunStatus RunSummary RunbookSummary Scenario Score ScorePart Session Steps ToolCall ToolCallRow ToolResponse Transcript Usage UserCost Verdict VerdictCounts evaluatedOf fillTemplate isAgentFailure isBroken isGated isJudgeError judgedOf message nearest nearestNames nestingDepth parseJson responseTextOf runbookOutcome saysSomething stringifyJson textOf toEnglish toolCallsOf verdictNow verdictOf withRecordedSources withoutLogins
      ./core (types): Account Answer AnswerCache AskedPanel CanaryForm CanaryQuestion CaseRecord ComparedCase ComparedRun Conversation Dataset DocumentDataset DocumentsOf ErrorCode EvaluatorCriterion EvidencePiece Finding Format FormatCodec Instruction InstructionLanguage JsonPath Judge JudgeSource JudgedMetricNeeds JudgedPackMetric LabelledResult LoadedDataset MadeEvaluator Metric MetricComparison MetricContext MetricDocument MetricNeeds ModelRole NamedCases OfflineTask OpenOptions Origin Pack PackEvaluators PackMetric PairedComparison QuantityComparison Question QuestionsPerTurn QuoteMatch RecordedTranscript Reporter RunComparison RunEvent RunStore RunbookOutcome ScoredCase SetMetric SetSummary SettingDifference Target Transcripts UnevaluatedCases Unreadable User UserTurn UserTurns WhyUnevaluated WrittenDataset
      ./formats: BUILT_IN_PERSONAS LabelLine MATCH_TYPES addCase adkDefaultCriteria adkEvalCaseFrom adkEvalConfigFrom adkEvalSetFrom adkInvocationFrom adkResultId adkResultName adkResultPath adkStepsFrom adkSummary agentEvaluatorVerdict aggregateRuns assertPathSegment caseFromScenario checkLegacyRow convertLegacyEvalSet convertLegacyTest decodeText deleteCase evalStatus finalStatus invocationsFromEvents isEvalSetId isLegacyEvalSet isSafePathSegment isUsualColumn metricOutcome openDataset openLabelLines openLabels openTranscripts parseCriterion parseDatasetSelector parseDatasetSelectors parseUserSimulatorConfig readAdkEvalConfig readAdkEvalSet readAdkResult readAdkVersion readCaseLines readCsv readScenarios readSessionInput readStrandsExperiment readStrandsReport readTableLines readTranscriptLines scenarioId scenarioText statusFromWire statusToWire toAdkEvalCase toAdkEvalSet toAdkInvocation toCaseLine toLabelLine toTranscriptLine updateCase usualColumnNames writableFormats writeAdkEvalSet writeAdkResult writeDataset writeStrandsExperiment writeStrandsReport
      ./formats (types): AdkEvalConfig AdkMetricOutcome AdkMetricRun AdkOutcome AdkResult AdkResultCase AdkResultText AdkStatus AdkTurnScores AdkVersion BaseCriterion CaseAtLine ConversionOptions Criterion CriterionKind DatasetSelector Format FormatCodec LabelledResult LoadedDataset MetricInfo OpenDatasetOptions OpenedDataset OpenedLabels RecordedTranscript StrandsExperiment StrandsOutput StrandsReport StrandsRow TableColumns Transcripts UserSimulatorConfig WrittenDataset
      ./metrics: chrf citationsVerified containsText defineMetric defineRubric editSimilarity exactMatch expectedFlags explanationGroundedness explanationQuality finalResponseMatch finalState hallucinations inferenceCallCount invocationDuration jsonMatch judgePanel keyPoints regexMatch responseEvaluation responseMatch reviewToolUse rougeL rubricFinalResponseQuality rubricToolUseQuality rubricTrajectoryQuality runbookAspects runbookPanel safety strandsMetric taskSuccess tokenUsage toolCallCount toolCallF1 toolParameterMatch toolRules toolTrajectory toolUseQuality trajectoryQuality trajectoryShare userSimulatorQuality verdictMatch
      ./metrics (types): Aspect JudgedOptions MetricFunction MetricOutcome
      ./reporters: RunDocument displayWidth meaningOf oneLine padEnd padStart runJsonSchema terminal toCsv toJson toJudgeTrust toJunit toMarkdown toMarkdownComparison toTerminalComparison toTerminalReport truncate visible wrap writeChunks
      ./reporters (types): JudgedTrust MarkdownOptions RunReport TerminalOptions TerminalReportOptions
      ./statistics: agreementOf approvalGrid approvalPoints auroc aurocInterval benjaminiHochberg benjaminiYekutieli betaQuantile binomialCdf binomialPmf bonettPriceInterval bonferroni bootstrapMeanInterval calibrationOf casesForPairedMean casesForPairedRates certifyApproval classificationOf clopperPearsonInterval clopperPearsonUpper clusteredMeanInterval clusteredStandardError cohenKappa confidenceExtremes confidenceRules createRandom detectableMeanDifference detectableRateDifference fitIsotonic fitPlatt fitTemperature gwetAc1 hoeffdingBentkus holm jeffreysInterval judgeRecalibrations judgeTrustOf logGamma mcnemarTest meanInterval meanOverCases minimumCasesToCertify normalCdf normalQuantile pairedMeanInterval passAtK passEstimates passHatK ratingsBeside rawAgreement recalibrate recommendedRecalibration regularizedIncompleteBeta riskCoverage signFlipTest studentTCdf studentTQuantile summariseReview weightedKappa wilsonInterval
      ./statistics (types): ApprovalGridOptions ApprovalOptions ApprovalPoint Auroc BootstrapOptions CalibrationOptions ClusterLabels ClusteredStandardError ConfidencePoint JudgeRecalibrationOptions LabelledScore MeanOptions MeanOverCases PersonsLabel PowerOptions RatingPair RecalibrationMethod ReviewRow ReviewSummaryOptions RiskCoverageOptions SignFlipOptions
      ./stores: openSqliteAnswerCache openSqliteStore
      ./stores (types): 
      ./targets: RecordedCall Reply builtInPersona commandTarget declaredMocks findValue functionTarget historyText httpTarget httpTargetAnswers modelMadeTools personaFor readInjection readRecording readToolMocks recordedTarget recordedTools replayedTools simulatedUser toInvocation userTurnFrom withRetries withTimeout
      ./targets (types): AgentSession CommandTargetOptions DeclaredMocksOptions FunctionAgent FunctionContext FunctionTargetOptions HistoryOptions HttpTargetOptions ModelMadeToolsOptions OpenSourceOptions OpenToolSource Probe RealTool RecordedTargetOptions RecordedTranscript ReplayOptions ReplyPaths RequestedCall RetryOptions ServableTarget SimulatedUserOptions ToolAttempt ToolDeclaration ToolSource Tools
      ./text: MAGNITUDES NUMBER_WORDS chrf dangerousCommandIn dangerousOperations degenerateAnswer editSimilarity expandJapaneseNumbers fence makeMark objectsIn readReview referencesIn reviewWarningsIn romanValue rouge1 rougeL segmentWords splitSentences stem tokenizeDefault tokenizeUnicode tokenizers withoutReferences
      ./text (types): DangerousCommand DangerousOperations FoundObject OperationKind ReadReview RougeScore Tokenizer TokenizerName"
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
