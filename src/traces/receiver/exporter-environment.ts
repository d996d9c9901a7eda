type ExporterEnvironment = Readonly<Record<string, string | undefined>>

/** Returns whether the environment already decides where an agent's spans go, or disables them. */
export function exportsElsewhere(environment: ExporterEnvironment): boolean {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traceEndpoint = endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol = '',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: traceProtocol = protocol,
    OTEL_TRACES_EXPORTER: exporters = 'otlp',
    OTEL_SDK_DISABLED: disabled = '',
  } = environment
  if (traceEndpoint !== undefined && traceEndpoint !== '') return true
  return traceProtocol === 'grpc' || !/\botlp\b|^$/.test(exporters) || disabled.toLowerCase() === 'true'
}

/**
 * Returns the OpenTelemetry variables for a program: where to send spans, sooner than the exporters' default of five
 * seconds, and which attributes to add. Variables that are set are kept.
 *
 * @param address undefined when the program sends its spans elsewhere
 */
export function exporterEnvironment(
  given: ExporterEnvironment,
  { address, attributes, traceparent }: ExporterSettings,
): ExporterEnvironment {
  const isSet = (name: string) => (given[name] ?? '') !== ''
  const additions = {
    ...(traceparent !== undefined && { TRACEPARENT: traceparent }),
    ...(address !== undefined && {
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      ...(!isSet('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') && { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }),
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BLRP_SCHEDULE_DELAY: '200',
    }),
  }
  const own = given['OTEL_RESOURCE_ATTRIBUTES']?.trim().replace(/,$/, '') ?? ''
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  const resource = [own, ...pairs].filter((pair) => pair !== '').join(',')
  return {
    ...given,
    ...Object.fromEntries(Object.entries(additions).filter(([name]) => !isSet(name))),
    ...(resource !== '' && { OTEL_RESOURCE_ATTRIBUTES: resource }),
  }
}

export type ExporterSettings = {
  readonly address: string | undefined
  /** Added to the resource attributes that are set. */
  readonly attributes: Readonly<Record<string, string>>
  readonly traceparent: string | undefined
}
