import { describe, expect, it } from 'vitest'
import {
  betaQuantile,
  binomialCdf,
  binomialPmf,
  logGamma,
  normalCdf,
  normalQuantile,
  regularizedIncompleteBeta,
  studentTQuantile,
} from './special-functions.ts'

// Expected numbers were computed with 40 digits, those of distributions with more than 10,000 degrees with SciPy.
describe('special functions', () => {
  it.each([
    [1e-8, 18.42068073818021],
    [0.5, 0.5723649429247001],
    [1, 0],
    [1.5, -0.12078223763524522],
    [10, 12.801827480081469],
    [100.5, 361.4355404677776],
    [1e10, 220258509288.81058],
  ])('knows ln Γ(%d)', (x, expected) => {
    expect(errorOf(logGamma(x), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [0.1, 0.5, 0.5, 0.20483276469913345],
    [0.5, 2, 3, 0.6875],
    [0.99, 5, 0.5, 0.7571581091015624],
    [0.3333, 1000, 2000, 0.5001718802520619],
    [0.501, 5e5, 5e5, 0.9772499490383677],
    [1e-10, 0.5, 10, 3.52394103898188e-5],
    [0.9, 0.01, 0.01, 0.5107974708262047],
    [0.7, 30, 1, 2.2539340290692216e-5],
    [0, 2, 3, 0],
    [1, 2, 3, 1],
  ])('knows I_%d(%d, %d)', (x, a, b, expected) => {
    expect(errorOf(regularizedIncompleteBeta(x, a, b), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [0.025, 47, 4, 0.8345180533962271],
    [0.95, 1, 59, 0.04950760988822693],
    [0.05, 0.5, 20.5, 9.707775858233174e-5],
    [0.975, 50001, 50000, 0.5031039375081995],
    [1e-10, 2, 3, 4.082494015808333e-6],
    [0.999999, 0.5, 0.5, 0.9999999999975326],
    [0, 2, 3, 0],
    [1, 2, 3, 1],
  ])('knows the %d quantile of Beta(%d, %d)', (p, a, b, expected) => {
    expect(errorOf(betaQuantile(p, a, b), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [-37, 5.725571222524577e-300],
    [-5, 2.866515718791939e-7],
    [-2, 0.02275013194817921],
    [-1.999, 0.022804176932658883],
    [0, 0.5],
    [1.96, 0.9750021048517795],
    [8, 0.9999999999999993],
    [-Infinity, 0],
    [Infinity, 1],
  ])('knows Φ(%d)', (z, expected) => {
    expect(errorOf(normalCdf(z), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [1e-18, -8.757290348782314],
    [0.025, -1.9599639845400543],
    [0.49999, -2.5066282748960008e-5],
    [0.5, 0],
    [0.8, 0.8416212335729144],
    [0.9999999, 5.199337582290661],
  ])('knows the %d quantile of the normal distribution', (p, expected) => {
    expect(errorOf(normalQuantile(p), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 19, 2.093024054408309],
    [0.975, 1e6, 1.9599663568130063],
    [0.5001, 7, 0.00025974603090254505],
    [0.025, 2.5, -3.574654842003683],
    [1e-12, 1, -318309886183.79065],
    [0.975, Infinity, 1.9599639845400543],
    [0.5, 3, 0],
  ])('knows the %d quantile of T with %d degrees of freedom', (p, df, expected) => {
    expect(errorOf(studentTQuantile(p, df), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [0, 59, 0.05, 0.04849452524942323],
    [5, 35, 0.5, 1.1180760338902473e-5],
    [480, 1000, 0.5, 0.10872414660207047],
    [99500, 1e6, 0.1, 0.047877638462624036],
    [2.7, 2, 0.5, 1],
    [-1, 2, 0.5, 0],
    [0, 0, 0.5, 1],
  ])('knows P(X ≤ %d) for Bin(%d, %d)', (k, n, p, expected) => {
    expect(errorOf(binomialCdf(k, n, p), expected)).toBeLessThan(1e-12)
  })

  it.each([
    [5, 5, 0.3, 0.0024299999999999994],
    [3, 10, 0.2, 0.20132659200000003],
    [500, 1000, 0.5, 0.0252250181783608],
    [30, 1e6, 1e-5, 1.7112551187296583e-7],
    [0, 100, 1e-9, 0.9999999000000049],
    [0, 0, 0.3, 1],
    [3, 3, 1, 1],
    [1.5, 3, 0.5, 0],
  ])('knows P(X = %d) for Bin(%d, %d)', (k, n, p, expected) => {
    expect(errorOf(binomialPmf(k, n, p), expected)).toBeLessThan(1e-12)
  })

  it('refuses what is not a probability instead of giving a number for it', () => {
    for (const p of [-0.1, 1.1, Number.NaN]) {
      expect(() => normalQuantile(p)).toThrow(RangeError)
      expect(() => betaQuantile(p, 1, 1)).toThrow(RangeError)
      expect(() => binomialCdf(1, 2, p)).toThrow(RangeError)
    }
    expect(() => studentTQuantile(0.5, 0)).toThrow(RangeError)
    expect(() => logGamma(0)).toThrow(RangeError)
  })
})

/** Relative, or absolute for small numbers around 0. */
function errorOf(actual: number, expected: number): number {
  if (actual === expected) return 0
  const absolute = Math.abs(actual - expected)
  return expected === 0 ? absolute : Math.min(absolute * 1e3, absolute / Math.abs(expected))
}
