// The pace of a run: node pace.mjs 5 27:40

function pace(distance, time) {
  const [minutes, seconds] = time.split(':').map(Number);
  const each = Math.floor((minutes * 60 + seconds) / Number(distance));
  return `${Math.floor(each / 60)}:${String(each % 60).padStart(2, '0')} per km`;
}

const values = process.argv.slice(2);
if (values.length === 2) {
  console.log(pace(...values));
} else {
  console.log('give distance and time');
  process.exitCode = 1;
}
