// Reports each test of Vitest to Verdigris. Nothing installed; Vitest 1 and up.
//
// Runs in Vitest's main process. Vitest renamed its hooks with version 3; both names are answered.
import us from './verdigris_js.cjs';

export default class Reporter {
  done = new Set();

  onInit() {
    us.write({ kind: 'begin', runner: 'vitest' });
  }

  onTestCaseReady(test) {
    us.write({ kind: 'start', id: identity(test.task) });
  }

  onTestModuleEnd(module) {
    this.file(module.task);
  }

  onTestRunEnd(modules, errors) {
    this.end(modules.map(module => module.task), errors);
  }

  onFinished(files, errors) {
    this.end(files ?? [], errors);
  }

  end(files, errors) {
    if (this.finished) return;
    this.finished = true;
    for (const file of files) this.file(file);
    for (const error of errors ?? []) {
      us.write({ kind: 'collect', id: 'collection', ...told(error) });
    }
    const failed = (errors ?? []).length > 0 || files.some(file => file.result?.state === 'fail');
    us.write({ kind: 'finish', failed });
  }

  file(file) {
    if (this.done.has(file.filepath)) return;
    this.done.add(file.filepath);
    const error = file.result?.errors?.[0];
    if (error) us.write({ kind: 'collect', id: us.inside(file.filepath), ...told(error, true) });
    for (const task of file.tasks) this.task(task);
  }

  task(task, broken) {
    const error = task.result?.errors?.[0];
    if (task.type === 'suite') {
      // What breaks in beforeAll breaks every test of the suite, and none of them is run.
      for (const one of task.tasks) this.task(one, error ?? broken);
      return;
    }
    const record = { kind: 'result', id: identity(task), seconds: (task.result?.duration ?? 0) / 1000 };
    const state = task.result?.state;
    if (state === 'pass') us.write({ ...record, outcome: task.fails ? 'xfailed' : 'passed' });
    else if (state === 'fail') {
      const output = us.cut((task.logs ?? []).map(log => us.plain(log.content)).join(''), 2000);
      us.write({ ...record, outcome: 'failed', output, ...told(error ?? {}) });
    } else if (broken) us.write({ ...record, outcome: 'error', ...told(broken) });
    else us.write({ ...record, outcome: 'skipped', message: task.mode === 'todo' ? 'todo' : us.plain(task.result?.note) });
  }
}

function identity(task) {
  const names = [];
  for (let one = task; one && one.type !== undefined && !one.filepath; one = one.suite ?? one.file) names.unshift(one.name);
  return [us.inside(task.file?.filepath) ?? task.file?.name, ...names].join('::');
}

function told(error, whole = false) {
  const name = error.name ?? error.nameStr ?? 'Error';
  const stack = us.plain(error.stackStr ?? error.stack ?? '');
  const seen = (error.stacks ?? []).map(one => [us.inside(one.file), one.line, one.method ?? '']);
  const frames = seen.filter(([file]) => file).reverse();
  // Where a file cannot be read at all there is no stack, but often a place.
  if (error.loc?.file && us.inside(error.loc.file)) frames.push([us.inside(error.loc.file), error.loc.line, '']);
  const record = {
    exception: name,
    message: us.inWords(name, us.first(error.message) === '' ? name : us.plain(error.message)),
    details: us.cut(stack || us.plain(error.message)),
    frames: frames.length ? frames : us.frames(stack),
  };
  if (!whole && error.expected !== undefined && error.actual !== undefined) {
    record.expected = brief(error.expected);
    record.actual = brief(error.actual);
  }
  return record;
}

// Vitest names the kind of every object and array, and gives each part a line.
function brief(text) {
  return us.cut(us.plain(text).replace(/\b(?:Array|Object) (?=[[{])/g, ''), 400);
}
