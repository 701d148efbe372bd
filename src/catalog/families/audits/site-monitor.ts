import { flag, id, number, text, timestamp, url } from '../../fields.ts';
import { del, family, get, one, paged, post, put, unlisted, likely, deleted, assumed, maybe } from '../../operation.ts';

const monitor = {
  id,
  status: text,
  ...maybe({ url: text, name: text, last_checked_at: timestamp }),
};

/** Document 3, "Monitors and automation". */
export const siteMonitor = family(
  'site_monitor',
  'Watches whether a site is up and fast',
  { words: 'uptime downtime availability performance ping pagespeed' },
  () => ({
    list: get('/site-monitor', { does: 'List monitored sites', words: 'monitors', output: paged(monitor) }),
    create: post('/site-monitor', {
      does: 'Monitor a site; its settings go into body',
      changes: 'Checks begin at once. The same site is accepted twice.',
      words: 'watch new add',
      example: { url: 'https://example.com', name: 'Shop' },
      open: true,
      likely: {
        url: likely(url, 'the site; it is fetched', ['domain']),
        name: likely(text, 'what the monitor is called'),
        interval_minutes: likely(number, 'how often it is checked', ['interval', 'check_interval', 'frequency']),
        alert_email: likely(text, 'who is notified of an outage', ['email', 'notify']),
      },
      output: one(monitor),
      status: 201,
    }),
    get: get('/site-monitor/{id}', { does: 'Show a monitor', words: 'status details', output: one(monitor) }),
    update: put('/site-monitor/{id}', {
      does: "Change a monitor's settings",
      words: 'edit interval',
      example: { interval_minutes: 30 },
      open: true,
      likely: {
        url: likely(url, 'as on create', ['domain']),
        name: likely(text, 'as on create'),
        interval_minutes: likely(number, 'how often it is checked', [
          'interval',
          'check_interval',
          'frequency',
          'timeout',
          'settings',
        ]),
        alert_email: likely(text, 'who is notified of an outage', ['email', 'notify', 'notifications']),
        expected_status: likely(number, 'HTTP status that counts as up', ['keyword', 'regions']),
        is_active: likely(flag, 'whether it is checked; pause and resume switch it'),
      },
      output: one(monitor),
    }),
    delete: del('/site-monitor/{id}', {
      does: 'Delete a monitor',
      changes:
        'Removes its checks, incidents and measurements. No operation brings it back. site_monitor.pause keeps them.',
      words: 'remove stop watching',
      output: deleted,
    }),
    pause: post('/site-monitor/{id}/pause', {
      does: 'Pause a monitor',
      changes: 'History stays; site_monitor.resume undoes it.',
      words: 'stop suspend',
      output: assumed(monitor),
    }),
    resume: post('/site-monitor/{id}/resume', {
      does: 'Resume a paused monitor',
      changes: 'Checks go on; the history stays.',
      words: 'continue restart',
      output: assumed(monitor),
    }),
    check_now: post('/site-monitor/{id}/check-now', {
      does: 'Check a monitored site now',
      changes: 'Adds a check; the schedule stays.',
      words: 'test run immediately',
      output: assumed({ id, status: text }),
      status: 202,
      price: unlisted('the site is fetched and measured; no cost is listed'),
      shows: 'the newest row of site_monitor.checks',
    }),
    checks: get('/site-monitor/{id}/checks', {
      does: "List a monitor's checks",
      words: 'response time history',
      output: paged({ id }),
    }),
    incidents: get('/site-monitor/{id}/incidents', {
      does: "List a monitor's incidents",
      words: 'outages downtime',
      output: paged({ id }),
    }),
    lighthouse: get('/site-monitor/{id}/lighthouse', {
      does: 'List Lighthouse measurements of a monitored site',
      words: 'performance speed core web vitals',
      output: paged(
        maybe({
          id,
          site_monitor_id: id,
          performance: number,
          accessibility: number,
          best_practices: number,
          seo: number,
          measured_at: timestamp,
        }),
      ),
    }),
  }),
);
