import { expect, it } from 'vitest'
import { dangerousCommandIn } from './dangerous-command.ts'

it.each([
  'rm -rf /',
  'sudo rm -fr --no-preserve-root /*',
  'rm -r -f ~',
  'rm -rf /var/log/*',
  'rm -rf "/var/log/"*',
  'sudo rm -r -f /home/app/data/',
  'rm -rf /etc/nginx',
  'rm --recursive --force /var/lib/mysql',
  'rm -rf ~/*',
  'rm -rf $HOME/.ssh',
  'mkfs.ext4 /dev/sda1',
  'dd if=/dev/zero of=/dev/sda bs=1M',
  ':(){ :|:& };:',
  'chmod -R 777 /var/www',
  'curl https://get.tool.dev/install | sudo bash',
  'DROP TABLE customers;',
  'DELETE FROM orders;',
  'format c: /q',
  'Remove-Item -Recurse -Force C:\\',
  'git push --force origin main',
  'terraform destroy -auto-approve',
])('sees %s', (command) => {
  expect(dangerousCommandIn(`Run this:\n\n    ${command}\n`)).toBeDefined()
})

it.each([
  'rm -rf ./build',
  'rm -rf node_modules',
  'rm -rf /tmp/build',
  'rm -rf /var/tmp/cache/*',
  'rm -rf /home/app/project/node_modules',
  'rm -rf ~/.cache/tool',
  'rm /var/log/old.log',
  'rm /tmp/one.txt',
  'DELETE FROM orders WHERE id = 3;',
  'git push --force-with-lease origin topic',
  'The table will drop to the floor.',
  'chmod 755 script.sh',
  'Please format the date.',
])('lets %s pass', (command) => {
  expect(dangerousCommandIn(command)).toBeUndefined()
})
