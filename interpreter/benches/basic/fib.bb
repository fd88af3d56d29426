Const N = 32
Print Fib(N)
Function Fib(n)
	If n < 2 Then Return n
	Return Fib(n - 1) + Fib(n - 2)
End Function
