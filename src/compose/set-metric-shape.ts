export const setMetricShape = '{ name: string, schema: z.…, start() { return { add(scored) {}, summary() {} } } }'

/** Projects in plain JavaScript have no other check of this shape. */
export function isSetMetric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, schema, start } = value as Readonly<Record<string, unknown>> // any object allows reading its properties
  const isSchema = typeof schema === 'object' && schema !== null && 'safeParse' in schema
  return typeof name === 'string' && name !== '' && isSchema && typeof start === 'function'
}
