/** What a set metric looks like, for people whose code gives something else. */
export const setMetricShape = '{ name: string, schema: z.…, start() { return { add(scored) {}, summary() {} } } }'

/** Code of a project is often plain JavaScript, where nothing else would notice. */
export function isSetMetric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, schema, start } = value as Readonly<Record<string, unknown>> // any object may be asked for its properties
  const isSchema = typeof schema === 'object' && schema !== null && 'safeParse' in schema
  return typeof name === 'string' && name !== '' && isSchema && typeof start === 'function'
}
