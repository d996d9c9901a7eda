import type { Calibration } from '../review-measures.ts'
import { type Binning, type SortedPoints, binTotals, filledBins } from './confidence-bins.ts'

/**
 * Brier score = reliability - resolution + uncertainty (Murphy 1973) + within-bin variance - within-bin covariance, the two
 * that make it exact for confidences that differ within a bin (Stephenson, Coelho & Jolliffe 2008).
 */
export function brierParts(points: SortedPoints, binning: Binning): NonNullable<Calibration['brierParts']> {
  const { n } = points
  const bins = filledBins(binTotals(points, binning))
  const base = bins.reduce((sum, { right }) => sum + right, 0) / n
  const parts = {
    reliability: 0,
    resolution: 0,
    uncertainty: base * (1 - base),
    withinBinVariance: 0,
    withinBinCovariance: 0,
  }
  for (const bin of bins) {
    parts.reliability += (bin.n / n) * bin.gap ** 2
    parts.resolution += (bin.n / n) * (bin.accuracy - base) ** 2
  }
  const byNumber = new Map(bins.map((bin) => [bin.bin, bin]))
  for (let point = 0; point < n; point += 1) {
    const bin = byNumber.get(binning.of[point] ?? 0)
    if (bin === undefined) continue
    const aside = (points.confidence[point] ?? 0) - bin.meanConfidence
    parts.withinBinVariance += aside ** 2 / n
    parts.withinBinCovariance += (2 * aside * ((points.right[point] ?? 0) - bin.accuracy)) / n
  }
  return parts
}
