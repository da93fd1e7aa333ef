// A sign in a frame of stars: node sign.mjs FRESH EGG

function sign(words) {
  const width = Math.max(...words.map((word) => word.length));
  const edge = '*'.repeat(width + 4);
  return [edge, ...words.map((word) => `* ${word.padEnd(width)} *`), edge].join('\n');
}

const words = process.argv.slice(2);
if (words.length > 0) {
  console.log(sign(words));
} else {
  console.log('no words');
  process.exitCode = 1;
}
