export default (): string => 'Kyoto is sunny'
