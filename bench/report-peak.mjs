// Preloaded into measured processes: tells the parent the resident set now and then, and the peak at the end.

if (process.send !== undefined) {
  const timer = setInterval(() => process.send?.({ rss: process.memoryUsage.rss() / 2 ** 20 }), 1000)
  timer.unref()
  process.channel?.unref()
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    process.send?.({ peak: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 })
  })
}
