// Node's http2: a response that is paused, one chunk for each read.
const http2 = require('http2');
const [port, test, size, count] = process.argv.slice(2);
const session = http2.connect('http://localhost:' + port);
const open = path => new Promise((done, failed) => {
  const stream = session.request({ ':path': path });
  stream.on('error', () => {});
  stream.on('response', () => done(stream));
});
const sleep = ms => new Promise(done => setTimeout(done, ms));
const drain = async stream => { for await (const chunk of stream) { } };
(async () => {
  await drain(await open('/first/16384'));
  const others = [];
  for (let i = 1; i < count && ['unread', 'all'].includes(test); i++) others.push(await open('/unread/' + size));
  for (let i = 0; i < count && test === 'closed'; i++) {
    const stream = await open('/unread/' + size);
    await sleep(20);
    stream.close(http2.constants.NGHTTP2_CANCEL);
  }
  if (test === 'all') others.forEach(drain);
  console.log('opened');
  await new Promise(done => process.stdin.once('data', done));
  let total = 0;
  for await (const chunk of await open('/read/' + size)) {
    if (total === 0 || (total >> 18) !== ((total + chunk.length) >> 18)) console.log(total + chunk.length);
    if (total === 0 && test === 'paused') { await sleep(5000); }
    total += chunk.length;
  }
  console.log('end ' + total);
})();
