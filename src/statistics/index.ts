export { bootstrapMeanInterval } from './bootstrap.ts'
export type { BootstrapOptions } from './bootstrap.ts'
export { clusteredMeanInterval, clusteredStandardError } from './clustered.ts'
export type { ClusteredStandardError, ClusterLabels } from './clustered.ts'
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
