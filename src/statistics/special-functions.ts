/** ln Γ(x) for x > 0, by Stirling's series (Abramowitz & Stegun 6.1.41), shifted to where it converges. */
export function logGamma(x: number): number {
  requireThat(x > 0, `logGamma needs x > 0, got ${x}`)
  let shifted = x
  let product = 1
  while (shifted < STIRLING_FROM) {
    product *= shifted
    shifted += 1
  }
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + stirlingSeries(shifted) - Math.log(product)
}

/** I_x(a, b) in [0, 1] for x in [0, 1] and a, b > 0: the distribution function of Beta(a, b). */
export function regularizedIncompleteBeta(x: number, a: number, b: number): number {
  requireThat(x >= 0 && x <= 1, `The incomplete beta function needs x in [0, 1], got ${x}`)
  requireThat(a > 0 && b > 0, `The beta distribution needs a, b > 0, got ${a} and ${b}`)
  return incompleteBeta(x, 1 - x, a, b)
}

/** The x in [0, 1] with I_x(a, b) = p: Newton's method, kept between two bounds that close in on it. */
export function betaQuantile(p: number, a: number, b: number): number {
  requireProbability(p)
  requireThat(a > 0 && b > 0, `The beta distribution needs a, b > 0, got ${a} and ${b}`)
  if (p === 0 || p === 1) return p
  let low = 0
  let high = 1
  let x = a / (a + b)
  for (let step = 0; step < 1000; step += 1) {
    const excess = incompleteBeta(x, 1 - x, a, b) - p
    if (excess === 0) return x
    if (excess < 0) low = x
    else high = x
    const newton = x - (excess * x * (1 - x)) / betaKernel(x, 1 - x, a, b)
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - x) <= 2 * Number.EPSILON * next) return next
    x = next
  }
  return x
}

/** Φ(z), relatively accurate in the lower tail: Taylor's series (Marsaglia 2004) near 0, Laplace's fraction beyond. */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z)
  if (z > -2) return 0.5 + normalDensity(z) * normalSeries(z)
  if (z === -Infinity) return 0
  return normalDensity(z) / laplaceFraction(-z)
}

/** The z with Φ(z) = p: a rational start (Abramowitz & Stegun 26.2.23) and Halley's method. */
export function normalQuantile(p: number): number {
  requireProbability(p)
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p === 0) return -Infinity
  if (p === 0.5) return 0
  let z = roughLowerQuantile(p)
  for (let step = 0; step < 3; step += 1) {
    const newton = (normalCdf(z) - p) / normalDensity(z)
    z -= newton / (1 + (z * newton) / 2)
  }
  return z
}

/** The t with P(T ≤ t) = p for df > 0 degrees of freedom. */
export function studentTQuantile(p: number, df: number): number {
  requireProbability(p)
  requireThat(df > 0, `Student's t needs df > 0, got ${df}`)
  if (df === Infinity) return normalQuantile(p)
  if (p > 0.5) return -studentTQuantile(1 - p, df)
  if (p === 0) return -Infinity
  // t² / (df + t²) and df / (df + t²) are both beta-distributed; the smaller one keeps more digits.
  const near = betaQuantile(1 - 2 * p, 0.5, df / 2)
  if (near <= 0.5) return -Math.sqrt((df * near) / (1 - near))
  const far = betaQuantile(2 * p, df / 2, 0.5)
  return -Math.sqrt((df * (1 - far)) / far)
}

/** P(X ≤ k) for X ~ Bin(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  requireBinomial(n, p)
  const successes = Math.floor(k)
  if (successes < 0) return 0
  if (successes >= n) return 1
  return incompleteBeta(1 - p, p, n - successes, successes + 1)
}

/** P(X = k) for X ~ Bin(n, p), by Loader's saddle point (2000), which keeps its digits for large n. */
export function binomialPmf(k: number, n: number, p: number): number {
  requireBinomial(n, p)
  if (k < 0 || k > n || !Number.isInteger(k)) return 0
  return binomialMass(k, n - k, p, 1 - p)
}

const STIRLING_FROM = 16
const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2

/** ln Γ(x) less its leading terms, for x ≥ 16. */
function stirlingSeries(x: number): number {
  const r = 1 / (x * x)
  return (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / x
}

/** ln Γ(n + 1) less Stirling's approximation of it. */
function stirlingError(n: number): number {
  if (n >= STIRLING_FROM) return stirlingSeries(n)
  return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - HALF_LOG_TWO_PI
}

/** x ln(x/m) + m - x, which is tiny where x is near m and would be lost in rounding. */
function deviance(x: number, m: number): number {
  const v = (x - m) / (x + m)
  if (Math.abs(v) > 0.1) return x * Math.log(x / m) + m - x
  let sum = (x - m) * v
  let power = 2 * x * v
  for (let odd = 3; odd < 60; odd += 2) {
    power *= v * v
    const next = sum + power / odd
    if (next === sum) break
    sum = next
  }
  return sum
}

/** Γ(a+b+1) / (Γ(a+1) Γ(b+1)) · x^a · y^b for y = 1 - x; a and b need not be whole. */
function binomialMass(a: number, b: number, x: number, y: number): number {
  if (a === 0) return y < x ? y ** b : Math.exp(b * Math.log1p(-x))
  if (b === 0) return x < y ? x ** a : Math.exp(a * Math.log1p(-y))
  if (x === 0 || y === 0) return 0
  const n = a + b
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y)
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * a * b))
}

/** x^a · y^b / B(a, b) for y = 1 - x. */
function betaKernel(x: number, y: number, a: number, b: number): number {
  return (binomialMass(a, b, x, y) * a * b) / (a + b)
}

function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x === 0 || y === 0) return x
  if (x > (a + 1) / (a + b + 2)) return 1 - (betaKernel(x, y, a, b) * betaFraction(y, b, a)) / b
  return (betaKernel(x, y, a, b) * betaFraction(x, a, b)) / a
}

/** The continued fraction of I_x(a, b) (DLMF 8.17.22), by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let numerator = 1
  let denominator = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = denominator
  const advance = (coefficient: number): number => {
    denominator = 1 / awayFromZero(1 + coefficient * denominator)
    numerator = awayFromZero(1 + coefficient / numerator)
    fraction *= denominator * numerator
    return denominator * numerator
  }
  // Converges in about √max(a, b) iterations.
  for (let m = 1; m < 1e6; m += 1) {
    advance((m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)))
    const factor = advance((-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)))
    if (Math.abs(factor - 1) <= 2 * Number.EPSILON) break
  }
  return fraction
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/** z + z³/3 + z⁵/(3·5) + … */
function normalSeries(z: number): number {
  let term = z
  let sum = z
  for (let odd = 3; odd < 100; odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return sum
}

/** z + 1/(z + 2/(z + 3/(z + …))), from the inside out; 100 levels are plenty for z ≥ 2. */
function laplaceFraction(z: number): number {
  let fraction = z
  for (let level = 100; level > 0; level -= 1) fraction = z + level / fraction
  return fraction
}

/** Returns the quantile of p < 0.5 with an error below 0.0005. */
function roughLowerQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return above / below - t
}

function requireProbability(p: number): void {
  requireThat(p >= 0 && p <= 1, `A probability lies in [0, 1], got ${p}`)
}

function requireBinomial(n: number, p: number): void {
  requireThat(Number.isInteger(n) && n >= 0, `A binomial needs a whole number of trials, got ${n}`)
  requireProbability(p)
}

export function requireThat(holds: boolean, problem: string): void {
  if (!holds) throw new RangeError(problem)
}
