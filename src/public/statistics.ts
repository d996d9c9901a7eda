// `shinsa/statistics`: the numbers of reports, as pure functions.

// Intervals.
export { bootstrapMeanInterval } from '../statistics/bootstrap.ts'
export { clusteredMeanInterval } from '../statistics/clustered.ts'
export { mcnemarTest, pairedMeanInterval } from '../statistics/paired.ts'
export { clopperPearsonInterval, jeffreysInterval, wilsonInterval } from '../statistics/proportion.ts'

// Many comparisons, repeats and power.
export { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from '../statistics/multiple-comparisons.ts'
export { passAtK, passHatK } from '../statistics/pass-at-k.ts'
export { casesForPairedMean, casesForPairedRates } from '../statistics/power.ts'

// Agreement with people, and the reliability of verdicts.
export { agreementOf, gwetAc1, weightedKappa } from '../statistics/agreement/agreement.ts'
export { cohenKappa } from '../statistics/agreement/cohen-kappa.ts'
export { approvalPoints } from '../statistics/approval/approval-ladder.ts'
export { certifyApproval } from '../statistics/approval/approval-threshold.ts'
export { judgeAgreementOf } from '../statistics/agreement/judge-agreement.ts'
export type { ReviewRow } from '../statistics/review-rows.ts'
export { summariseReview } from '../statistics/review-summary.ts'
export { ReviewSummary } from '../statistics/review-measures.ts'
