// Preloaded into each server with --import: answers the message 'usage' of its parent process.
process.on('message', (message) => {
  if (message === 'usage')
    process.send?.({ processor: process.cpuUsage(), resident: process.memoryUsage.rss() })
})
