const [letter, ...names] = process.argv.slice(2)
const found = names.filter((name) => name.toLowerCase().startsWith(letter.toLowerCase()))
console.log(found.length > 0 ? found.join('\n') : 'nobody')
