const children = process.argv.slice(2).map((word) => word.split('='))
children.sort((a, b) => Number(a[1]) - Number(b[1]))
children.forEach((child, index) => console.log(`${index + 1} ${child[0]}`))
