export { agreementOf, cohenKappa, gwetAc1, rawAgreement, weightedKappa } from './agreement.ts'
export type { RatingPair } from './agreement.ts'
export { approvalGrid } from './approval/approval-grid.ts'
export type { ApprovalGridOptions } from './approval/approval-grid.ts'
export { approvalPoints } from './approval/approval-ladder.ts'
export type { ApprovalPoint } from './approval/approval-ladder.ts'
export { certifyApproval, hoeffdingBentkus } from './approval/approval-threshold.ts'
export type { ApprovalOptions } from './approval/approval-threshold.ts'
export { auroc, aurocInterval } from './calibration/auroc.ts'
export type { Auroc } from './calibration/auroc.ts'
export { bootstrapMeanInterval } from './bootstrap.ts'
export type { BootstrapOptions } from './bootstrap.ts'
export { calibrationOf } from './calibration/calibration.ts'
export type { CalibrationOptions } from './calibration/calibration.ts'
export { classificationOf } from './classification.ts'
export { clusteredMeanInterval, clusteredStandardError } from './clustered.ts'
export type { ClusteredStandardError, ClusterLabels } from './clustered.ts'
export type { ConfidencePoint } from './calibration/confidence-bins.ts'
export { confidenceExtremes, confidenceRules } from './calibration/confidence-extremes.ts'
export { judgeAgreementOf, ratingsBeside } from './judge-agreement.ts'
export type { LabelledScore, PersonsLabel } from './judge-agreement.ts'
export { judgeRecalibrations } from './calibration/judge-recalibration.ts'
export type { JudgeRecalibrationOptions } from './calibration/judge-recalibration.ts'
export { meanOverCases } from './mean-over-cases.ts'
export type { MeanOverCases } from './mean-over-cases.ts'
export { meanInterval } from './mean.ts'
export type { MeanOptions } from './mean.ts'
export { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from './multiple-comparisons.ts'
export { bonettPriceInterval, mcnemarTest, pairedMeanInterval, signFlipTest } from './paired.ts'
export type { SignFlipOptions } from './paired.ts'
export { passAtK, passEstimates, passHatK } from './pass-at-k.ts'
export { casesForPairedMean, casesForPairedRates, detectableMeanDifference, detectableRateDifference } from './power.ts'
export type { PowerOptions } from './power.ts'
export {
  clopperPearsonInterval,
  clopperPearsonUpper,
  jeffreysInterval,
  minimumCasesToCertify,
  wilsonInterval,
} from './proportion.ts'
export { createRandom } from './random.ts'
export {
  fitIsotonic,
  fitPlatt,
  fitTemperature,
  recalibrate,
  recommendedRecalibration,
} from './calibration/recalibration.ts'
export type { RecalibrationMethod } from './calibration/recalibration.ts'
export type { ReviewRow } from './review-rows.ts'
export { summariseReview } from './review-summary.ts'
export type { ReviewSummaryOptions } from './review-summary.ts'
export { riskCoverage } from './calibration/risk-coverage.ts'
export type { RiskCoverageOptions } from './calibration/risk-coverage.ts'
export {
  betaQuantile,
  binomialCdf,
  binomialPmf,
  logGamma,
  normalCdf,
  normalQuantile,
  regularizedIncompleteBeta,
  studentTCdf,
  studentTQuantile,
} from './special-functions.ts'
