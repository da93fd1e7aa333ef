import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = 'notes.json'
const read = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { last: 0, notes: [] })
const save = (book) => writeFileSync(FILE, JSON.stringify(book))
const show = (notes) => notes.forEach(({ number, text }) => console.log(`${number}: ${text}`))

const COMMANDS = {
  add(words) {
    const text = words.join(' ').trim()
    if (!text) throw new Error('there is nothing to add')
    const book = read()
    book.last += 1
    book.notes.push({ number: book.last, text })
    save(book)
    console.log(book.last)
  },
  list() {
    show(read().notes)
  },
  find([word]) {
    if (!word) throw new Error('say what to find')
    show(read().notes.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase())))
  },
  remove([wanted]) {
    const book = read()
    const kept = book.notes.filter(({ number }) => String(number) !== wanted)
    if (kept.length === book.notes.length) throw new Error(`there is no note ${wanted}`)
    save({ ...book, notes: kept })
  },
}

const [command, ...words] = process.argv.slice(2)
try {
  if (!Object.hasOwn(COMMANDS, command ?? '')) throw new Error('use add, list, find or remove')
  COMMANDS[command](words)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
