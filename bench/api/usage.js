// Loaded into each server before its own code: tells whoever started it what it has used.
process.on('message', (message) => {
  if (message === 'usage')
    process.send?.({ processor: process.cpuUsage(), resident: process.memoryUsage.rss() })
})
