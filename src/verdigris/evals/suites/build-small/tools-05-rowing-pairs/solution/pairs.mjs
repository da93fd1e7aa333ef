const names = process.argv.slice(2)
for (let i = 0; i < names.length; i += 2) {
  if (i + 1 < names.length) console.log(`${names[i]} + ${names[i + 1]}`)
  else console.log(`${names[i]} rows alone`)
}
