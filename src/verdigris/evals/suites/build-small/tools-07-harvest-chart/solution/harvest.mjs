const words = process.argv.slice(2)
if (words.length === 0) console.log('nothing grew')
for (let i = 0; i < words.length; i += 2) {
  console.log(`${words[i]} ${'#'.repeat(Number(words[i + 1]))}`)
}
