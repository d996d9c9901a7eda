// Preloaded into measured processes: tells the parent the resident set now and then, and the peak at the end.

if (process.send !== undefined) {
  const timer = setInterval(() => process.send?.({ rss: process.memoryUsage.rss() / 2 ** 20 }), 1000)
  timer.unref()
  process.channel?.unref()
  process.on('exit', () => process.send?.({ peak: process.resourceUsage().maxRSS / 1024 }))
}
